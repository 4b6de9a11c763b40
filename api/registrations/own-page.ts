/** The token is a secret that gives access. */
export const ownPath = (token: string, notice?: string): string => `/registro/${token}${notice ? `#${notice}` : ''}`

export const ownPage = (publicOrigin: string, token: string): string => publicOrigin + ownPath(token)
