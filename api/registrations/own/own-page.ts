/** The token is secret, because it gives access to the registration. */
export const ownPath = (token: string, notice?: string): string => `/registro/${token}${notice ? `#${notice}` : ''}`

/** The page on which somebody accepts an offered place. */
export const transferPath = (token: string): string => `/registro/pase/${token}`

/** The page on which somebody confirms or cancels the request for a mail about the opening of registration. */
export const alertPath = (token: string): string => `/registro/aviso/${token}`

export const ownPage = (publicOrigin: string, token: string): string => publicOrigin + ownPath(token)
