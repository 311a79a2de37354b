"""How the page looks: two stages side by side, dark or light as the reader's system is."""

STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1c2024; --dim: #6a737d; --line: #d8dee4;
  --mark: #ffd33d66; --change: #2da44e33; }
@media (prefers-color-scheme: dark) { :root { --back: #16191d; --text: #d7dbe0; --dim: #8b949e;
  --line: #30363d; --mark: #bb800966; --change: #2ea04340; } }
* { box-sizing: border-box; }
body { margin: 0; height: 100vh; display: flex; flex-direction: column; background: var(--back);
  color: var(--text); font: 14px system-ui, sans-serif; }
header { display: flex; gap: 2em; align-items: baseline; padding: .4em 1em;
  border-bottom: 1px solid var(--line); }
h1 { font-size: 1em; margin: 0; }
#cost { color: var(--dim); }
main { flex: 1; display: flex; min-height: 0; }
section { flex: 1; min-width: 0; display: flex; flex-direction: column; border-right: 1px solid var(--line); }
section > div:first-child { padding: .3em .6em; display: flex; gap: .6em; align-items: baseline; }
select, input { font: inherit; min-width: 0; }
.note { color: var(--dim); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
pre { flex: 1; margin: 0; overflow: auto; font: 12px/1.45 ui-monospace, monospace; tab-size: 4; }
.row { display: flex; min-width: max-content; cursor: pointer; }
.row:hover { outline: 1px solid var(--line); }
.number { width: 5em; padding-right: 1em; text-align: right; color: var(--dim);
  user-select: none; flex: none; }
.linked { background: var(--mark) !important; }
.changed .number { background: var(--change); }
.keyword { color: #8250df; } .operation { color: #0969da; font-weight: 600; } .type { color: #116329; }
.number-word { color: #953800; } .string { color: #0a7d64; } .comment, .location { color: var(--dim); }
.function, .label { color: #6639ba; } .attribute { color: #7d4e00; } .register { color: #a40e26; }
@media (prefers-color-scheme: dark) { .keyword { color: #d2a8ff; } .operation { color: #79c0ff; }
  .type { color: #7ee787; } .number-word { color: #ffa657; } .string { color: #a5d6ff; }
  .function, .label { color: #d2a8ff; } .attribute { color: #e3b341; } .register { color: #ff7b72; } }
"""
