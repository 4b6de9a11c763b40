import { useEffect, useState } from 'react'
import type { SimilarPair } from '../../../../api/registrations/similar-routes.ts'
import { Dialog } from '../../dialogs/Dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Email } from '../../ui/Email.tsx'
import { Loading } from '../../ui/Loading.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { markAsDifferent, mayBeMore, similarPairs } from './similar-registrations.ts'

const reasons: Record<SimilarPair['why'][number], string> = {
  name: 'el mismo nombre',
  email: 'correos parecidos',
  phone: 'el mismo teléfono',
}

const list = new Intl.ListFormat('es')

export function Similar({ onClose }: { onClose: () => void }) {
  const [pair, setPair] = useState<SimilarPair | null>(null)
  const [isCurrent, setIsCurrent] = useState(false)
  // Loads the pairs again, because more people may have registered since the panel counted them.
  useEffect(() => {
    void similarPairs.load().then(() => setIsCurrent(true))
  }, [])

  return (
    <Dialog title="Posibles repetidos" onClose={onClose}>
      <Loading of={similarPairs} text="Buscando...">
        {(pairs) =>
          !isCurrent ? (
            <p role="status">Buscando...</p>
          ) : pairs.length === 0 ? (
            <p className="panel-empty">Nadie parece estar dos veces.</p>
          ) : (
            <>
              <p className="text-base-content/75 text-sm">
                Pueden ser la misma persona, o no: compáralos antes de unirlos.
                {mayBeMore(pairs) && ` Se muestran los ${pairs.length} más parecidos.`}
              </p>
              <ul className="divide-base-300 flex flex-col divide-y">
                {pairs.map((candidate) => (
                  <li key={`${candidate.a.id} ${candidate.b.id}`} className="flex flex-col gap-2 py-3">
                    {[candidate.a, candidate.b].map(({ id, name, email }) => (
                      <p key={id} className="wrap-anywhere">
                        <strong dir="auto">{name}</strong>{' '}
                        <span className="text-base-content/75 block text-sm">
                          <Email address={email} />
                        </span>
                      </p>
                    ))}
                    <p className="flex flex-wrap items-center justify-between gap-3">
                      <span className="text-sm">Tienen {list.format(candidate.why.map((reason) => reasons[reason]))}.</span>
                      <span className="ms-auto flex gap-3">
                        <Button
                          label="Son dos personas"
                          className="btn btn-ghost btn-sm"
                          aria-label={`Son dos personas: ${candidate.a.name} y ${candidate.b.name}`}
                          onClick={() => markAsDifferent(candidate)}
                        />
                        <Button
                          label="Comparar"
                          aria-label={`Comparar a ${candidate.a.name} y ${candidate.b.name}`}
                          onClick={() => setPair(candidate)}
                        />
                      </span>
                    </p>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Loading>
      {pair && <MergeDialog pair={pair} onClose={() => setPair(null)} />}
    </Dialog>
  )
}
