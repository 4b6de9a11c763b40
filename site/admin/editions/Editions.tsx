import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { formatIn } from '../../text/dates.ts'
import { formatCount } from '../../text/format-count.ts'
import { useIsAdmin } from '../auth/AuthProvider.tsx'
import { attempt } from '../calls/attempt.ts'
import type { TabProps } from '../shell/tab-props.ts'
import { Loading } from '../ui/Loading.tsx'
import { editions, erasePeople, undoEdition } from './editions.ts'
import { FinishDialog } from './FinishDialog.tsx'

export function Editions({ timeZone }: TabProps) {
  const loaded = useStore(editions.$loaded)
  const isAdmin = useIsAdmin()
  const [isFinishing, setIsFinishing] = useState(false)
  return (
    <section className="flex max-w-3xl flex-col gap-5" aria-label="Ediciones">
      <div className="flex flex-col gap-2">
        <h2 className="text-xl font-bold">Ediciones</h2>
        <p className="text-base-content/75 max-w-prose text-sm">
          Cuando una edición pasó, su página se queda como está en una dirección con su año, y aquí empieza la siguiente con lo
          que quieras conservar.
        </p>
      </div>
      {isAdmin ? (
        <button type="button" className="btn btn-primary self-start" onClick={() => setIsFinishing(true)}>
          Terminar esta edición…
        </button>
      ) : (
        <p>Solo un administrador puede terminar una edición.</p>
      )}
      <Loading loaded={loaded} onRetry={editions.load}>
        {(list) =>
          list.length === 0 ? (
            <p className="panel-empty">Todavía no hay ediciones anteriores.</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {list.map((edition) => (
                <li key={edition.year} className="border-base-300 rounded-box bg-base-100 flex flex-col gap-3 border p-4">
                  <h3 className="font-bold wrap-anywhere">
                    <a href={`/${edition.year}/`} target="_blank" rel="noopener" className="link">
                      {edition.year} · <bdi>{edition.name}</bdi>
                    </a>
                  </h3>
                  <p className="text-sm">
                    Terminó el {formatIn(timeZone, edition.finishedAt, "d 'de' MMMM 'de' yyyy")}. {people(edition, timeZone)}
                  </p>
                  {isAdmin && (
                    <div className="flex flex-wrap gap-2">
                      {edition.undoUntil && (
                        <button type="button" className="btn btn-sm" onClick={undo}>
                          Deshacer
                        </button>
                      )}
                      {edition.people > 0 && (
                        <>
                          <a href={`/api/editions/${edition.year}/registrations`} className="btn btn-sm" download>
                            Descargar registros
                          </a>
                          <button type="button" className="btn btn-sm btn-ghost text-error" onClick={() => erase(edition.year)}>
                            Borrar sus datos
                          </button>
                        </>
                      )}
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {isFinishing && <FinishDialog timeZone={timeZone} onClose={() => setIsFinishing(false)} />}
    </section>
  )
}

type Shown = { people: number; erasesPeople: boolean; deletedAt: string | null; undoUntil: string | null }

function people({ people, erasesPeople, deletedAt, undoUntil }: Shown, timeZone: string): string {
  if (people === 0) return 'No se guardan datos de quienes se registraron.'
  const count = people === 1 ? 'Se guarda 1 registro aparte' : `Se guardan ${formatCount(people)} registros aparte`
  if (erasesPeople && undoUntil) {
    const until = formatIn(timeZone, undoUntil, "d 'de' MMMM 'a las' HH:mm")
    return `${count}. Se borrarán con el próximo cambio que guardes, o el ${until}.`
  }
  return deletedAt ? `${count}, hasta el ${formatIn(timeZone, deletedAt, "d 'de' MMMM 'de' yyyy")}.` : `${count}.`
}

async function undo(): Promise<void> {
  if (!window.confirm('Vuelve la edición que terminó, con su programa y sus registros. ¿Deshacer?')) return
  await attempt('No se pudo deshacer', async () => {
    await undoEdition()
    return { title: 'Volvió la edición anterior' }
  })
}

function erase(year: string): void {
  const question = `Se borran para siempre los datos de quienes se registraron en ${year}; ningún respaldo los trae de vuelta. ¿Borrarlos?`
  if (window.confirm(question)) void erasePeople(year)
}
