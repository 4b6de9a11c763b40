/** Returns the address of a one-use link. The token follows the #, so it reaches no log and no Referer. */
export const linkAddress = (publicOrigin: string, token: string, page: 'clave' | 'correo' = 'clave') =>
  `${publicOrigin}/${page}#${token}`
