/** Behind the # the token reaches no log and no Referer. */
export const linkAddress = (publicOrigin: string, token: string, page: 'clave' | 'correo' = 'clave') =>
  `${publicOrigin}/${page}#${token}`
