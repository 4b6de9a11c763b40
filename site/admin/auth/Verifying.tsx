/** What is on the screen while it is not yet known who is there. */
export function Verifying() {
  return (
    <div className="grid min-h-dvh place-items-center p-6" role="status">
      <p className="flex items-center gap-3 text-lg">
        <span className="loading loading-spinner text-primary" aria-hidden="true" />
        Verificando autenticación...
      </p>
    </div>
  )
}
