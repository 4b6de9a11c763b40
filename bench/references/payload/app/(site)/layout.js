export default function Layout({ children }) {
  return (
    <html lang="es">
      <body>{children}</body>
    </html>
  )
}
