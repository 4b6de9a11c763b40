import { html, raw } from 'hono/html'
import { accentColorsOf } from '../../data/look/accent.ts'
import type { MailedEvent, Message, Piece } from './message.ts'

const day = { paper: '#f5efe5', sheet: '#fdfaf5', line: '#e6dccb', ink: '#1d1838' }
const night = { paper: '#14102b', sheet: '#1c1738', line: '#302a55', ink: '#f4eee4' }

const styleOf = ({ light, dark }: ReturnType<typeof accentColorsOf>) => `
  body { margin: 0; padding: 0; background: ${day.paper}; color: ${day.ink}; }
  .sheet { background: ${day.sheet}; border: 1px solid ${day.line}; }
  .band { background: ${light.color}; }
  .name { color: ${light.color}; }
  .text, .fact, .foot { color: ${day.ink}; }
  .line { border-top: 1px solid ${day.line}; }
  .button { background: ${light.color}; }
  .button a { color: ${light.content}; }
  a { color: ${light.color}; }
  @media (prefers-color-scheme: dark) {
    body, .paper { background: ${night.paper} !important; color: ${night.ink} !important; }
    .sheet { background: ${night.sheet} !important; border-color: ${night.line} !important; }
    .band, .button { background: ${dark.color} !important; }
    .name, a { color: ${dark.color} !important; }
    .text, .fact, .foot { color: ${night.ink} !important; }
    .line { border-color: ${night.line} !important; }
    .button a { color: ${dark.content} !important; }
  }`

const font = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;"

export type MailedLook = Pick<MailedEvent, 'name' | 'accent'>

/** `ticket` is the source of the QR code's picture: a `cid:` in a mail, an address in a preview. */
export function mailHtml(message: Message, { name, accent }: MailedLook, ticket: string): string {
  const colors = accentColorsOf(accent)
  const { color, content } = colors.light
  const { subject, paragraphs, facts, changes, button, answers = [], hasTicket, footer, optOut = null } = message
  return String(html`<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${raw(styleOf(colors))}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${day.paper};${font}">
<div style="display:none;max-height:0;overflow:hidden">${facts.map(({ value }) => value).join(' · ')}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="paper" style="background:${day.paper}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="sheet" style="max-width:560px;background:${day.sheet};border:1px solid ${day.line};border-radius:12px;overflow:hidden">
<tr><td class="band" height="6" style="height:6px;line-height:6px;font-size:0;background:${color}">&nbsp;</td></tr>
<tr><td style="padding:28px 24px 8px">
<p class="name" style="margin:0;font-size:15px;line-height:1.4;font-weight:700;color:${color}">${name}</p>
<h1 class="text" style="margin:6px 0 0;font-size:26px;line-height:1.2;font-weight:800;letter-spacing:-0.01em;text-wrap:balance;color:${day.ink}">${subject}</h1>
</td></tr>
<tr><td class="text" style="padding:8px 24px 4px;color:${day.ink};font-size:17px;line-height:1.55">
${paragraphs.map((pieces) => html`<p style="margin:12px 0">${pieces.map(htmlOf)}</p>`)}
${changes.map(({ label, before, after }) => html`<p style="margin:12px 0"><strong>${label}</strong><br>Antes: <s>${before}</s><br>Ahora: <strong>${after}</strong></p>`)}
</td></tr>
<tr><td style="padding:12px 24px">
<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>
<td class="button" style="border-radius:8px;background:${color}"><a href="${button.href}" style="display:inline-block;padding:15px 28px;font-size:17px;font-weight:700;text-decoration:none;color:${content}">${button.label}</a></td>
</tr></table>
</td></tr>
${answers.length > 0 ? html`<tr><td class="text" style="padding:4px 24px 12px;color:${day.ink};font-size:17px;line-height:1.55"><p style="margin:0"><strong style="display:inline-block;padding:10px 16px 10px 0">¿Vienes?</strong> ${answers.map(({ label, href }) => html`<a href="${href}" style="display:inline-block;padding:10px 16px 10px 0;font-weight:700">${label}</a> `)}</p></td></tr>` : ''}
<tr><td style="padding:12px 24px 24px">${facts.map(({ label, value }) => html`<p class="fact" style="margin:0;padding:10px 0;font-size:16px;line-height:1.45;color:${day.ink}"><strong style="display:block;font-size:14px">${label}</strong>${value}</p>`)}
</td></tr>
${
  hasTicket
    ? html`<tr><td class="line" align="center" style="padding:24px;border-top:1px solid ${day.line}">
<img src="${ticket}" width="216" height="216" alt="Código de tu entrada" style="display:block;width:216px;height:216px;background:#ffffff;border-radius:8px">
<p class="text" style="margin:12px 0 0;font-size:15px;color:${day.ink}">Tu entrada. Es personal: no la compartas.</p>
</td></tr>`
    : ''
}
</table>
<p class="foot" style="max-width:560px;margin:16px auto 0;padding:0 12px;font-size:13px;line-height:1.5;color:${day.ink}">${footer}${optOut ? html` Si no quieres más mensajes como este, <a href="${optOut}">deja de recibirlos</a>.` : ''}</p>
</td></tr>
</table>
</body>
</html>`)
}

function htmlOf(piece: Piece) {
  if (typeof piece !== 'string') return html`<a href="${piece.href}">${piece.href}</a>`
  return piece.split('\n').map((line, index) => html`${index > 0 ? raw('<br>') : ''}${line}`)
}

export function mailText({ paragraphs, facts, changes, button, answers = [], footer, optOut }: Message): string {
  const factLines = facts.map(({ label, value }) => `${label}: ${value}`).join('\n')
  const text = paragraphs.map((pieces) => pieces.map((piece) => (typeof piece === 'string' ? piece : piece.href)).join(''))
  const changeTexts = changes.map(({ label, before, after }) => `${label}\nAntes: ${before}\nAhora: ${after}`)
  return `${[...text, ...changeTexts, ...(factLines ? [factLines] : [])].join('\n\n')}\n\n${[button, ...answers].map(({ label, href }) => `${label}: ${href}`).join('\n\n')}\n\n-- \n${footer}\n${optOut ? `Si no quieres más mensajes como este: ${optOut}\n` : ''}`
}
