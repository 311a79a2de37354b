'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const SPACES = ['instruction', 'equation', 'kernel', 'origin', 'place'];
const ROW = 17, SPARE = 60;
const panes = [];
document.getElementById('cost').textContent = [...data.cost, ...data.notes].join('  ·  ');
const quantity = document.getElementById('quantity');
for (const [name, words] of Object.entries(data.quantities)) quantity.add(new Option(words, name));
quantity.hidden = !quantity.length;
quantity.addEventListener('change', () => panes.forEach(pane => { pane.first = -1; pane.draw(); }));

function keysOf(stage, space, item) {
  const [starts, keys] = stage.keys[space];
  return keys.slice(starts[item], starts[item + 1]);
}

function spaceBetween(a, b) {
  return a.keys && b.keys ? SPACES.find(space => space in a.keys && space in b.keys) : undefined;
}

function follow(from, items, to) {
  if (from === to) return items;
  const space = spaceBetween(from, to);
  if (!space) return [];
  const wanted = new Set(items.flatMap(item => keysOf(from, space, item)));
  const found = [];
  for (let item = 0; item < to.spans.length; item++)
    if (keysOf(to, space, item).some(key => wanted.has(key))) found.push(item);
  return found;
}

function innermost(stage, line, column) {
  let best = -1, size = Infinity;
  (stage.spans || []).forEach(([l0, c0, l1, c1], item) => {
    const begun = l0 < line || (l0 === line && c0 <= column);
    const open = l1 > line || (l1 === line && c1 > column);
    const extent = (l1 - l0) * 1e5 + c1 - c0;
    if (begun && open && extent < size) { best = item; size = extent; }
  });
  if (best < 0) best = (stage.spans || []).findIndex(span => span[0] === line);
  return best;
}

// A pass holds what changed since the stage before it: [first, last, lines, words] in the place of first:last.
function unfold(stage) {
  if (stage.lines) return;
  if (!stage.since) { stage.lines = stage.text.split('\n'); return; }
  const before = data.stages.find(each => each.name === stage.since);
  unfold(before);
  stage.lines = []; stage.tokens = [];
  let at = 0;
  const keep = end => {
    for (; at < end; at++) { stage.lines.push(before.lines[at]); stage.tokens.push(before.tokens[at] || []); }
  };
  for (const [first, last, lines, words] of stage.changes) {
    keep(first);
    lines.forEach((line, k) => { stage.lines.push(line); stage.tokens.push(words[k] || []); });
    at = last;
  }
  keep(before.lines.length);
}

function hueOf(stage, line) {
  const number = stage.hues[line];
  return number >= 0 ? (number * 137.508 + 30) % 360 : undefined;
}

class Pane {
  constructor(number) {
    this.root = document.createElement('section');
    const bar = document.createElement('div');
    this.choice = document.createElement('select');
    data.stages.forEach((stage, index) => this.choice.add(new Option(stage.name, index)));
    this.note = document.createElement('span');
    this.note.className = 'note';
    this.body = document.createElement('pre');
    this.body.tabIndex = 0;
    bar.append(this.choice, this.note);
    this.root.append(bar, this.body);
    document.getElementById('panes').append(this.root);
    this.choice.addEventListener('change', () => this.show(+this.choice.value));
    this.body.addEventListener('scroll', () => this.draw());
    this.body.addEventListener('click', event => this.click(event));
    this.body.addEventListener('mouseover', event => {
      const row = event.target.closest('.row');
      for (const pane of panes) pane.light(row ? row.dataset.hue : undefined);
    });
    this.show(Math.min(number, data.stages.length - 1));
  }

  show(index) {
    this.stage = data.stages[index];
    this.choice.value = index;
    unfold(this.stage);
    this.lines = this.stage.lines;
    this.changed = new Set(this.stage.changed);
    this.linked = new Set();
    const seconds = this.stage.seconds === null ? '' : (this.stage.seconds * 1e3).toFixed(1) + ' ms  ';
    this.note.textContent = seconds + this.lines.length + ' lines  ' + this.stage.note;
    this.body.scrollTop = 0;
    this.first = -1;
    this.draw();
    // HLO begins with tables of files and frames
    const begin = this.stage.language === 'hlo' && this.stage.spans ? this.stage.spans[0]?.[0] ?? 1 : 1;
    if (begin > 9) this.body.scrollTop = (begin - 2) * ROW;
  }

  draw() {
    const first = Math.max(0, Math.floor(this.body.scrollTop / ROW) - SPARE);
    const last = Math.min(this.lines.length, first + Math.ceil(this.body.clientHeight / ROW) + 2 * SPARE);
    if (first === this.first && last === this.last) return;
    this.first = first; this.last = last;
    const rows = [];
    for (let line = first; line < last; line++) rows.push(this.row(line));
    // room below the end, so that any line can stand at the top
    const below = Math.max(0, Math.floor(this.body.clientHeight / ROW) - 3);
    this.body.replaceChildren(gap(first), ...rows, gap(this.lines.length - last + below));
  }

  row(index) {
    const row = document.createElement('div'), number = document.createElement('span');
    row.className = 'row' + (this.linked.has(index + 1) ? ' linked' : '')
      + (this.changed.has(index + 1) ? ' changed' : '');
    row.dataset.line = index + 1;
    row.style.height = ROW + 'px';
    number.className = 'number';
    number.textContent = index + 1;
    const hue = hueOf(this.stage, index + 1);
    if (hue !== undefined) {
      row.style.background = 'hsl(' + hue + ' 70% 50% / .13)';
      row.dataset.hue = this.stage.hues[index + 1];
    }
    row.append(number, ...this.heat(index + 1), coloured(this.lines[index], this.stage.tokens[index] || []));
    const kind = this.kindOn(index + 1);
    if (kind) row.title = kind;
    return row;
  }

  heat(line) {
    const shares = this.stage.heat[quantity.value];
    if (!shares) return [];
    const share = shares[line] || 0, box = document.createElement('span');
    const percent = Math.min(share * 100, 100) + '%';
    box.className = 'heat';
    if (share) box.style.background = `linear-gradient(to right, var(--heat) ${percent}, transparent ${percent})`;
    box.textContent = share >= .005 ? Math.round(share * 100) + ' %' : '';
    return [box];
  }

  light(hue) {
    for (const row of this.body.querySelectorAll('.row'))
      row.classList.toggle('lit', hue !== undefined && row.dataset.hue === hue);
  }

  kindOn(line) {
    const item = (this.stage.spans || []).findIndex(span => span[0] === line);
    if (item < 0) return '';
    const kind = this.stage.kinds[item], said = data.help[this.stage.language + ' ' + kind];
    return said ? kind + ': ' + said : '';
  }

  click(event) {
    const row = event.target.closest('.row');
    if (!row) return;
    const line = +row.dataset.line, item = innermost(this.stage, line, this.columnAt(event, row));
    const again = this.clicked === line + ' ' + item;
    letGo();
    if (again) return;
    this.clicked = line + ' ' + item;
    for (const pane of panes)
      pane.mark(item < 0 ? [] : follow(this.stage, [item], pane.stage), pane !== this);
  }

  columnAt(event, row) {
    const place = document.caretPositionFromPoint
      ? document.caretPositionFromPoint(event.clientX, event.clientY)
      : document.caretRangeFromPoint(event.clientX, event.clientY);
    if (!place) return 0;
    const node = place.offsetNode || place.startContainer, offset = place.offset ?? place.startOffset;
    let column = 0;
    const walker = document.createTreeWalker(row.lastChild, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      if (walker.currentNode === node) return column + offset;
      column += walker.currentNode.length;
    }
    return column;
  }

  mark(items, scroll) {
    this.linked = new Set();
    for (const item of items) {
      const [first, , last] = this.stage.spans[item];
      for (let line = first; line <= Math.min(last, first + 2000); line++) this.linked.add(line);
    }
    const lines = [...this.linked];
    if (scroll && lines.length) {
      const top = (Math.min(...lines) - 1) * ROW, height = this.body.clientHeight;
      if (top < this.body.scrollTop || top > this.body.scrollTop + height - ROW)
        this.body.scrollTop = Math.max(0, top - height / 3);
    }
    this.first = -1;
    this.draw();
  }
}

function letGo() {
  for (const pane of panes) { pane.clicked = ''; pane.mark([], false); }
}

function gap(lines) {
  const space = document.createElement('div');
  space.style.height = lines * ROW + 'px';
  return space;
}

function coloured(line, words) {
  const holder = document.createElement('span');
  let at = 0;
  for (let k = 0; k < words.length; k += 3) {
    const [start, end, kind] = words.slice(k, k + 3);
    if (start < at) continue;
    holder.append(line.slice(at, start));
    const word = document.createElement('span');
    word.className = kind === 'number' ? 'number-word' : kind;
    word.textContent = line.slice(start, end);
    holder.append(word);
    at = end;
  }
  holder.append(line.slice(at));
  return holder;
}

const second = Math.max(1, data.stages.findIndex(stage => stage.name === 'jaxpr'));
panes.push(new Pane(0), new Pane(second));
const optimized = data.stages.findIndex(stage => stage.name === 'optimized');
if (optimized > 0) panes.push(new Pane(optimized));
document.addEventListener('keydown', event => { if (event.key === 'Escape') letGo(); });
window.addEventListener('resize', () => panes.forEach(pane => { pane.first = -1; pane.draw(); }));
