/** Why there is nothing to send with. */
export const notConfigured = 'Este sitio no envía correos: falta configurar el servidor de correo (SMTP_URL y MAIL_FROM).'
