const isAddress = () => /^[\d.]+$|:/.test(location.hostname)

export function whyNoPasskeys(): string | null {
  if (isAddress())
    return `Una llave de acceso pertenece a un nombre, como conferencia.gt. Este sitio se abre con una dirección IP (${location.hostname}): aquí no se pueden usar.`
  if (!window.isSecureContext) return 'Las llaves de acceso necesitan https. Este sitio se abre sin él: aquí no se pueden usar.'
  if (!('PublicKeyCredential' in window)) return 'Este navegador no tiene llaves de acceso.'
  return null
}
