/** The token is a secret that gives access. `notice` is shown on the page. */
export const ownPath = (token: string, notice?: string): string => `/registro/${token}${notice ? `#${notice}` : ''}`

export const ownPage = (publicOrigin: string, token: string): string => publicOrigin + ownPath(token)
