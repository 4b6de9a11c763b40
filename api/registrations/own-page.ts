/** Returns the path of a visitor's page. The token is a secret that gives access. `notice` is shown at the top. */
export const ownPath = (token: string, notice?: string): string => `/registro/${token}${notice ? `#${notice}` : ''}`

/** Returns the address of a visitor's page, for mails and tickets. */
export const ownPage = (publicOrigin: string, token: string): string => publicOrigin + ownPath(token)
