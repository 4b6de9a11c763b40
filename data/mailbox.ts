/** Leaves out dots and tags (`+tag`), because at some mail servers all these addresses lead to one mailbox. */
export const emailName = (email: string) =>
  email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\+.*/, '').replaceAll('.', '')

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const mailboxOf = (email: string) => `${emailName(email)}@${domainOf(email)}`
