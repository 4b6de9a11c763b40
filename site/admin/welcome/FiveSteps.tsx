import { useStore } from '@nanostores/react'
import { Check } from 'lucide-react'
import { atom } from 'nanostores'
import { useIsAdmin } from '../auth/use-user.ts'
import { collections } from '../content/collections.ts'
import { sections } from '../content/sections.ts'
import { $sampleClaims } from '../review/sample-claims.ts'
import { withStorage } from '../shell/local-storage.ts'
import { openTab } from '../shell/tab.ts'
import { Button } from '../ui/Button.tsx'

const key = 'primeros-pasos'

const $isShown = atom(withStorage((storage) => storage.getItem(key)) === 'si')

export function showSteps(isShown: boolean): void {
  $isShown.set(isShown)
  withStorage((storage) => (isShown ? storage.setItem(key, 'si') : storage.removeItem(key)))
}

export function FiveSteps() {
  const isAdmin = useIsAdmin()
  return useStore($isShown) && isAdmin ? <Steps /> : null
}

function Steps() {
  const claims = useStore($sampleClaims)
  const { data: speakers = [] } = useStore(collections.speakers.$loaded)
  const { data: events = [] } = useStore(collections.events.$loaded)
  const { data: partners = [] } = useStore(collections.partners.$loaded)
  const { data: privacy } = useStore(sections.privacy.$loaded)
  const steps = [
    { text: 'Cambia los textos de ejemplo', tab: 'about', isDone: claims?.length === 0 },
    { text: 'Agrega a tus speakers', tab: 'speakers', isDone: speakers.length > 0 },
    { text: 'Arma la agenda', tab: 'agenda', isDone: events.length > 0 },
    { text: 'Agrega patrocinadores y aliados', tab: 'partners', isDone: partners.length > 0 },
    { text: 'Escribe el aviso de privacidad', tab: 'ajustes', view: 'privacidad', isDone: !!privacy?.value.notice },
  ]
  return (
    <section aria-label="Cinco pasos" className="panel-column pb-4">
      <div className="card gap-2 p-4 md:px-6 md:py-4">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-bold">Cinco pasos para tener lista tu página</h2>
          <Button label="Ocultar" className="btn btn-ghost btn-sm" onClick={() => showSteps(false)} />
        </div>
        <ol className="flex flex-wrap gap-2">
          {steps.map(({ text, tab, view, isDone }, index) => (
            <li key={text}>
              <button type="button" className="btn btn-sm" onClick={() => openTab(tab, view)}>
                {isDone ? <Check className="text-success size-4" aria-hidden="true" /> : `${index + 1}.`} {text}
                {isDone && <span className="sr-only"> (hecho)</span>}
              </button>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
