export const waitButton = 'Entrar a la lista de espera'

/** The text must not reveal whether the e-mail was already registered. Only the mail to this address may reveal that. */
export const waitingNotice = (sendsMail: boolean) =>
  `Los lugares están ocupados: quedas en la lista de espera, y si tu correo ya tenía lugar, lo conservas.${mailHint(sendsMail)}`

export const waitingTitle = 'Quedas en la lista de espera'
export const waitingText = (sendsMail: boolean) =>
  `Los lugares están ocupados. Si tu correo ya tenía lugar, lo conservas.${mailHint(sendsMail)}`

export const doesPageSendMail = () => document.querySelector('a[href="/recuperar"]') !== null

const mailHint = (sendsMail: boolean) => (sendsMail ? ' Te lo dice el correo que te enviamos.' : '')
