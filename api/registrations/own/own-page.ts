/** The token is secret, because it gives access to the registration. */
export const ownPath = (token: string, notice?: string): string => `/registro/${token}${notice ? `#${notice}` : ''}`

/** The page on which somebody accepts a place. */
export const transferPath = (token: string): string => `/registro/pase/${token}`

export const ownPage = (publicOrigin: string, token: string): string => publicOrigin + ownPath(token)
