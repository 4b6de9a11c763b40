/** The token stands behind the #, so that no log and no Referer contains it. */
export const linkAddress = (publicOrigin: string, token: string, page: 'clave' | 'correo' = 'clave') =>
  `${publicOrigin}/${page}#${token}`
