import { useState } from 'react'
import { formatCount } from '../../text/format-count.ts'
import { useIsAdmin } from '../auth/use-user.ts'
import { attempt } from '../calls/attempt.ts'
import { ask } from '../dialogs/ask.ts'
import { type FormatDate, useFormatDate } from '../shell/time-zone.ts'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { editions, erasePeople, undoEdition } from './editions.ts'
import { FinishDialog } from './FinishDialog.tsx'

export function Editions() {
  const formatDate = useFormatDate()
  const isAdmin = useIsAdmin()
  const [isFinishing, setIsFinishing] = useState(false)
  return (
    <section className="flex max-w-3xl flex-col gap-5" aria-label="Ediciones">
      <div className="flex flex-col gap-2">
        <h2 className="text-xl font-bold">Ediciones</h2>
        <p className="text-base-content/75 max-w-prose text-sm">
          Cuando termina una edición, su página queda como está en una dirección con su año. Aquí empieza la siguiente, con lo que
          quieras conservar.
        </p>
      </div>
      {isAdmin ? (
        <Button label="Terminar esta edición…" className="btn btn-primary self-start" onClick={() => setIsFinishing(true)} />
      ) : (
        <p>Solo un administrador puede terminar una edición.</p>
      )}
      <Loading of={editions}>
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
                    Terminó el {formatDate(edition.finishedAt, "d 'de' MMMM 'de' yyyy")}. {people(edition, formatDate)}
                  </p>
                  {isAdmin && (
                    <div className="flex flex-wrap gap-2">
                      {edition.undoUntil && <Button label="Deshacer" onClick={undo} />}
                      {edition.people > 0 && (
                        <>
                          <ButtonLink label="Descargar registros" href={`/api/editions/${edition.year}/registrations`} download />
                          <Button
                            label="Borrar sus datos"
                            className="btn btn-sm btn-ghost text-error"
                            onClick={() => erase(edition.year)}
                          />
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
      {isFinishing && <FinishDialog onClose={() => setIsFinishing(false)} />}
    </section>
  )
}

type Shown = { people: number; erasesPeople: boolean; deletedAt: string | null; undoUntil: string | null }

function people({ people, erasesPeople, deletedAt, undoUntil }: Shown, formatDate: FormatDate): string {
  if (people === 0) return 'No se guardan datos de quienes se registraron.'
  const count = people === 1 ? 'Se guarda 1 registro aparte' : `Se guardan ${formatCount(people)} registros aparte`
  if (erasesPeople && undoUntil) {
    const until = formatDate(undoUntil, "d 'de' MMMM 'a las' HH:mm")
    return `${count}. Se borrarán con el próximo cambio que guardes, o el ${until}.`
  }
  return deletedAt ? `${count}, hasta el ${formatDate(deletedAt, "d 'de' MMMM 'de' yyyy")}.` : `${count}.`
}

async function undo(): Promise<void> {
  const isUndoing = await ask({
    question: '¿Volver a la edición que terminó?',
    detail: 'Vuelve con su programa y sus registros.',
    action: 'Deshacer',
  })
  if (!isUndoing) return
  await attempt('No se pudo deshacer', async () => {
    await undoEdition()
    return { title: 'Volvió la edición anterior' }
  })
}

async function erase(year: string): Promise<void> {
  const isErasing = await ask({
    question: `¿Borrar los datos de quienes se registraron en ${year}?`,
    detail: 'Se borran para siempre. Ningún respaldo los trae de vuelta.',
    action: 'Borrar sus datos',
    isDestructive: true,
  })
  if (isErasing) await erasePeople(year)
}
