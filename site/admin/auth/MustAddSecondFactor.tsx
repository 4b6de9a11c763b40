import { signOut } from '../calls/session.ts'
import { Button } from '../ui/Button.tsx'
import { Account } from './Account.tsx'
import { HeadingContext } from './AccountPart.tsx'
import { SessionEnded } from './SessionEnded.tsx'

export function MustAddSecondFactor() {
  return (
    <main className="bg-base-200 grid min-h-dvh place-items-center p-4">
      <div className="card w-full max-w-lg">
        <h1 className="font-display text-2xl font-bold">Falta tu segundo factor</h1>
        <p>
          En este panel se pide a todos. Agrega una aplicación de códigos o una llave de acceso y sigue; si ya tienes una llave,
          cierra la sesión y entra con ella.
        </p>
        <HeadingContext value="h2">
          <Account isAlone />
        </HeadingContext>
        <div className="flex flex-wrap gap-2">
          <Button label="Continuar" className="btn" onClick={() => location.reload()} />
          <Button label="Cerrar Sesión" className="btn" onClick={signOut} />
        </div>
      </div>
      <SessionEnded />
    </main>
  )
}
