/** The styles come with the script, so that pages do not carry them on other days. */
export function liveStyles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}

const css = `
.live-lines {
  position: fixed; z-index: 10; inset-inline: 1rem; bottom: max(1rem, env(safe-area-inset-bottom)); margin-inline: auto; padding: 0;
  display: flex; flex-direction: column; align-items: center; gap: .5rem; background: none; pointer-events: none;
}
.live-line {
  pointer-events: auto; display: flex; align-items: start; gap: .5rem; max-width: 36rem; padding: .5rem .25rem .5rem 1rem;
  border-radius: .75rem; background: var(--color-neutral); color: var(--color-neutral-content); font-weight: 600; line-height: 1.35;
  box-shadow: 0 .25rem 1rem rgb(0 0 0 / .3); overflow-wrap: anywhere;
}
.live-line > :first-child { padding-block: .5rem; }
.live-line a { text-decoration: underline; }
.live-line .btn { margin-block-start: .5rem; }
.live-moved { display: block; }
.live-close { flex: none; min-width: 2.75rem; min-height: 2.75rem; font-size: 1.5rem; line-height: 1; cursor: pointer; }
.session-full {
  position: absolute; inset-block-start: -.625rem; inset-inline-start: .75rem; padding-inline: .5rem; border-radius: .5rem;
  background: var(--color-warning, #f5b942); color: var(--color-warning-content, #2b1d00); font-size: .75rem; line-height: 1.25rem; font-weight: 700;
}
@media print { .live-lines, .session-full { display: none; } }
`
