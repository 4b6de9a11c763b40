/** Browsers never send the part after `#`, so no log and no Referer header contains the token. */
export const linkAddress = (publicOrigin: string, token: string, page: 'clave' | 'correo' = 'clave') =>
  `${publicOrigin}/${page}#${token}`
