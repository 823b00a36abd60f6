// SPDX-License-Identifier: GPL-3.0-or-later
// The grammar for tree-sitter, read as its generator reads it: grammar.mjs GRAMMAR CORPUS SYSTEMS HIGHLIGHTS. The rules are followed by
// a small reader that takes the first choice that fits, which is enough where the end of a line ends a statement: it
// reads every system of the catalogue whole, and the corpus as the corpus says.
import fs from 'node:fs';
import path from 'node:path';
import vm from 'node:vm';

const [grammarFile, corpusFile, systems, highlightsFile] = process.argv.slice(2);
let n = 0, failed = 0;
const ok = (good, what, more) => {
  console.log(`${good ? 'ok' : 'not ok'} ${++n} - ${what}`);
  if (!good) failed++;
  if (!good && more !== undefined) console.log('# ' + String(more).replace(/\n/g, '\n# '));
};

const node = (kind) => (...parts) => ({ kind, parts });
const scope = { module: {}, RegExp, Object, grammar: g => g, seq: node('seq'), choice: node('choice'),
  repeat: node('repeat'), optional: node('optional'), field: (name, part) => part, token: part => ({ kind: 'token', parts: [part] }),
  prec: (level, part) => part };
vm.runInNewContext(fs.readFileSync(grammarFile, 'utf8'), scope);
const grammar = scope.module.exports;
const used = new Set();
const $ = new Proxy({}, { get: (_, name) => { used.add(name); return { kind: 'rule', name }; } });
const rules = Object.fromEntries(Object.entries(grammar.rules).map(([name, rule]) => [name, rule($)]));
const extras = grammar.extras($);
ok(grammar.name === 'noslip' && grammar.word($).name === 'name', 'the grammar has its name and its word');
ok([...used].every(name => name in rules), 'every rule that is used is there', [...used].filter(name => !(name in rules)));
ok(Object.keys(rules).every(name => used.has(name) || name === 'source_file'), 'every rule is used');

const isPattern = part => Object.prototype.toString.call(part) === '[object RegExp]';
const source = part => isPattern(part) ? part.source
  : typeof part === 'string' ? part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  : part.kind === 'choice' ? part.parts.map(p => `(?:${source(p)})`).join('|') : source(part.parts[0]);
const compiled = new Map();
const match = (part, text, at) => {
  let pattern = compiled.get(part);
  if (!pattern) {
    const word = typeof part === 'string' && /^\w+$/.test(part);
    compiled.set(part, pattern = new RegExp(`(?:${source(part)})${word ? "(?![\\p{L}\\p{N}_'])" : ''}`, 'uy'));
  }
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found && found[0].length > 0 ? pattern.lastIndex : -1;
};

let furthest = 0;
const skip = (text, at, out) => {
  for (let moved = true; moved;) {
    moved = false;
    for (const extra of extras) {
      const end = match(extra.kind === 'rule' ? rules[extra.name] : extra, text, at);
      if (end > at) {
        if (extra.kind === 'rule') out.push(`(${extra.name})`);
        at = end;
        moved = true;
      }
    }
  }
  return at;
};

/* The place behind the part, and what it holds in `out`; -1 where it does not fit. */
const read = (part, text, at, out) => {
  if (typeof part === 'string' || isPattern(part) || part.kind === 'token') {
    const before = [], from = skip(text, at, before), end = match(part, text, from);
    furthest = Math.max(furthest, from);
    if (end < 0) return -1;
    out.push(...before);
    return end;
  }
  if (part.kind === 'rule') {
    const inner = [], end = read(rules[part.name], text, at, inner);
    if (end >= 0) out.push(...(part.name[0] === '_' ? inner : [`(${[part.name, ...inner].join(' ')})`]));
    return end;
  }
  if (part.kind === 'seq') {
    const inner = [];
    for (const one of part.parts)
      if ((at = read(one, text, at, inner)) < 0) return -1;
    out.push(...inner);
    return at;
  }
  if (part.kind === 'choice') {
    for (const one of part.parts) {
      const inner = [], end = read(one, text, at, inner);
      if (end >= 0) {
        out.push(...inner);
        return end;
      }
    }
    return -1;
  }
  for (let end; (end = read(part.parts[0], text, at, out)) > at;) {
    at = end;
    if (part.kind === 'optional') break;
  }
  return at;
};

const tree = text => {
  const out = [];
  furthest = 0;
  const end = skip(text, read(rules.source_file, text, 0, out), []);
  return end === text.length ? `(source_file ${out.join(' ')})` : `stops at ${JSON.stringify(text.slice(furthest, furthest + 60))}`;
};

for (const [, name, text, expected] of fs.readFileSync(corpusFile, 'utf8').matchAll(/={3,}\n(.*)\n={3,}\n([^]*?)\n---\n([^]*?)(?=\n={3,}\n|$)/g)) {
  const found = tree(text + '\n').replace(/ \(comment\)/g, ''), wanted = expected.replace(/ \(comment\)/g, '').replace(/\s+/g, ' ').trim();
  ok(found === wanted, name, `${found}\n${wanted}`);
}
const files = [systems, path.join(systems, 'misprints')].flatMap(folder =>
  fs.readdirSync(folder).filter(name => name.endsWith('.noslip')).map(name => path.join(folder, name)));
for (const file of files) {
  const found = tree(fs.readFileSync(file, 'utf8'));
  ok(found.startsWith('(source_file'), path.basename(file), found);
}
ok(tree('noslip 1\nwhatever x\n').startsWith('stops'), 'a line that begins with no statement does not fit');
ok(tree('lagrangian (x\n').startsWith('stops'), 'a bracket that is never closed does not fit');

// The highlights name nodes and words of the grammar, and every statement's word.
const highlights = fs.readFileSync(highlightsFile, 'utf8').replace(/^;.*$/gm, '');
const balance = [...highlights.replace(/"[^"]*"/g, '')].reduce((sum, c) => sum + ('(['.includes(c) ? 1 : ')]'.includes(c) ? -1 : 0), 0);
ok(balance === 0, 'the highlights are balanced');
const nodes = [...highlights.matchAll(/\(([a-z_]+)[ )]/g)].map(found => found[1]);
ok(nodes.length > 8 && nodes.every(name => name in rules), 'their nodes are rules', nodes.filter(name => !(name in rules)));
const words = [...highlights.slice(highlights.lastIndexOf('[')).matchAll(/"([^"]+)"/g)].map(found => found[1]).sort();
const wanted = Object.keys(rules).filter(name => name.endsWith('_statement') && name !== '_statement').map(name => name.slice(0, -10)).sort();
ok(words.join() === wanted.join(), 'their keywords are the statements', `${words}\n${wanted}`);
ok(/#any-of\? @function.builtin[^)]* "sqrt"/.test(highlights) && /#any-of\? @constant.builtin[^)]* "pi"/.test(highlights), 'functions and constants are known');
console.log(`1..${n}`);
process.exit(failed ? 1 : 0);
