/**
 * The page on which a link of one use lets somebody choose a password, or confirm their e-mail. Behind the #, which browsers send
 * to nobody: it is in no log and in no Referer.
 */
export const linkAddress = (publicOrigin: string, token: string, page: 'clave' | 'correo' = 'clave') =>
  `${publicOrigin}/${page}#${token}`
