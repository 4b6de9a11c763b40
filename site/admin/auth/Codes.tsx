import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { ask } from '../dialogs/ask.ts'
import { Button } from '../ui/Button.tsx'
import { Loading } from '../ui/Loading.tsx'
import { AccountPart, changeAccount } from './AccountPart.tsx'
import { codes, removeCodes, renewRecoveryCodes } from './access.ts'
import { CodesDialog } from './CodesDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const removing = {
  question: '¿Quitar la aplicación de códigos?',
  detail: 'Después entras solo con tu contraseña, y los códigos de recuperación ya no sirven.',
  action: 'Quitar aplicación',
  isDestructive: true,
}
const renewing = {
  question: '¿Hacer otros diez códigos de recuperación?',
  detail: 'Los que guardaste dejan de servir.',
  action: 'Hacer códigos nuevos',
  isDestructive: true,
}

export function Codes({ isWanted }: { isWanted: boolean }) {
  const [isAdding, setIsAdding] = useState(false)
  const [renewed, setRenewed] = useState<string[] | null>(null)
  async function remove() {
    if (await ask(removing)) await changeAccount(removeCodes, 'Aplicación de códigos quitada')
  }
  async function renew() {
    if (!(await ask(renewing))) return
    await changeAccount(async () => setRenewed(await renewRecoveryCodes()), 'Códigos de recuperación nuevos')
  }
  return (
    <AccountPart title="Códigos de una aplicación" Icon={ShieldCheck}>
      <Loading of={codes}>
        {({ isInUse, isReadable, recoveryCodes }) =>
          isInUse ? (
            <>
              {isReadable ? (
                <p className="text-sm">
                  Al entrar se te pide un código. <LeftOver count={recoveryCodes} />
                </p>
              ) : (
                <p className="alert alert-warning alert-soft text-sm">
                  Este servidor no puede comprobar los códigos de tu aplicación. Quítala y agrégala otra vez; mientras tanto
                  entras con un código de recuperación.
                </p>
              )}
              <div className="flex flex-wrap gap-2">
                <Button label="Códigos de recuperación nuevos" onClick={renew} />
                <Button label="Quitar aplicación" onClick={remove} />
              </div>
            </>
          ) : (
            <>
              <p className="text-base-content/75 text-sm">Aunque alguien sepa tu contraseña, no podrá entrar sin tu teléfono.</p>
              <Button
                label="Agregar aplicación"
                className={`btn self-start ${isWanted ? 'btn-primary' : 'btn-sm'}`}
                onClick={() => setIsAdding(true)}
              />
            </>
          )
        }
      </Loading>
      {isAdding && <CodesDialog onClose={() => setIsAdding(false)} />}
      {renewed && <RecoveryCodes codes={renewed} onClose={() => setRenewed(null)} />}
    </AccountPart>
  )
}

function LeftOver({ count }: { count: number }) {
  if (count === 0) return <strong>Ya no te quedan códigos de recuperación: haz otros.</strong>
  return count === 1 ? 'Te queda 1 código de recuperación.' : `Te quedan ${count} códigos de recuperación.`
}
