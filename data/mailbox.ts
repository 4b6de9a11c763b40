/** Leaves out dots and tags (`+tag`), because some mail servers ignore them, so one mailbox would count as several. */
export const emailName = (email: string) =>
  email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\+.*/, '').replaceAll('.', '')

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

export const mailboxOf = (email: string) => `${emailName(email)}@${domainOf(email)}`
