import { signOut } from '../calls/session.ts'
import { AccountOnPage } from './Account.tsx'
import { SessionEnded } from './SessionEnded.tsx'

/** For users who need a second factor first. They see only their account. */
export function MustAddSecondFactor() {
  return (
    <main className="bg-base-200 grid min-h-dvh place-items-center p-4">
      <div className="card w-full max-w-lg">
        <h1 className="font-display text-2xl font-bold">Falta tu segundo factor</h1>
        <p>
          En este panel se pide a todos. Agrega una aplicación de códigos o una llave de acceso y sigue; si ya tienes una llave,
          cierra la sesión y entra con ella.
        </p>
        <AccountOnPage />
        <div className="flex flex-wrap gap-2">
          <button type="button" className="btn" onClick={() => location.reload()}>
            Continuar
          </button>
          <button type="button" className="btn" onClick={signOut}>
            Cerrar Sesión
          </button>
        </div>
      </div>
      <SessionEnded />
    </main>
  )
}
