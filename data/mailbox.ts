/** What is before the @, without what mail servers leave out themselves: dots, and a tag after a plus. */
export const emailName = (email: string) =>
  email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\+.*/, '').replaceAll('.', '')

/** What is after the @. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Where mails to an address arrive: `a+1@gmail.com` is `a@gmail.com`. */
export const mailboxOf = (email: string) => `${emailName(email)}@${domainOf(email)}`
