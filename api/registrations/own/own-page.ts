/** The token is secret, because it gives access to the registration. */
export const ownPath = (token: string, notice?: string): string => `/registro/${token}${notice ? `#${notice}` : ''}`

export const ownPage = (publicOrigin: string, token: string): string => publicOrigin + ownPath(token)
