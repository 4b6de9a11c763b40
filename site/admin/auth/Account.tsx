import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../dialogs/Dialog.tsx'
import { Button } from '../ui/Button.tsx'
import { AccountPart } from './AccountPart.tsx'
import { Codes } from './Codes.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'

export function AccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Mi cuenta" onClose={onClose}>
      <Account />
    </Dialog>
  )
}

export function Account({ isAlone = false }: { isAlone?: boolean }) {
  const [isChoosing, setIsChoosing] = useState(false)
  const factors = (
    <>
      <Codes isWanted={isAlone} />
      <Passkeys isWanted={isAlone} />
    </>
  )
  return (
    <div className="flex flex-col gap-5">
      <Profile mayChange={!isAlone} />
      {isAlone && factors}
      <AccountPart title="Contraseña" Icon={KeyRound}>
        <Button label="Cambiar contraseña" className="btn btn-sm self-start" onClick={() => setIsChoosing(true)} />
      </AccountPart>
      {!isAlone && factors}
      <Sessions />
      {isChoosing && <OwnPassword onClose={() => setIsChoosing(false)} />}
    </div>
  )
}
