/** Returns the local part without dots and tags, which mail servers ignore. */
export const emailName = (email: string) =>
  email.slice(0, email.lastIndexOf('@')).toLowerCase().replace(/\+.*/, '').replaceAll('.', '')

/** Returns the domain. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Returns the mailbox: `a+1@gmail.com` is `a@gmail.com`. */
export const mailboxOf = (email: string) => `${emailName(email)}@${domainOf(email)}`
