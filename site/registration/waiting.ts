/** What the forms' button says while all places are taken. */
export const waitButton = 'Entrar a la lista de espera'

/**
 * What whoever registers is told while all places are taken. It is true for who has a place already: the answer must not tell
 * who has registered, the mail may.
 */
export const waitingNotice = (sendsMail: boolean) =>
  `Los lugares están ocupados: quedas en la lista de espera, y si tu correo ya tenía lugar, lo conservas.${whereItIsSaid(sendsMail)}`

/** The same with a title. */
export const waitingTitle = 'Quedas en la lista de espera'
export const waitingText = (sendsMail: boolean) =>
  `Los lugares están ocupados. Si tu correo ya tenía lugar, lo conservas.${whereItIsSaid(sendsMail)}`

/** Whether mail is sent, as the page knows it: it leads to where one asks for another one. */
export const doesPageSendMail = () => document.querySelector('a[href="/recuperar"]') !== null

const whereItIsSaid = (sendsMail: boolean) => (sendsMail ? ' Te lo dice el correo que te enviamos.' : '')
