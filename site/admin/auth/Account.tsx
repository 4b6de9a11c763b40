import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../ui/Dialog.tsx'
import { AccountPart, HeadingContext } from './AccountPart.tsx'
import { Codes } from './Codes.tsx'
import { OwnPassword } from './OwnPassword.tsx'
import { Passkeys } from './Passkeys.tsx'
import { Profile } from './Profile.tsx'
import { Sessions } from './Sessions.tsx'

/** One's own account, in a dialog. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Mi cuenta" onClose={onClose}>
      <Account />
    </Dialog>
  )
}

/** The same on a page of its own, for who reaches nothing else of the panel: a picture could not be uploaded there. */
export function AccountOnPage() {
  return (
    <HeadingContext value="h2">
      <Account isAlone />
    </HeadingContext>
  )
}

/** Who one is, how one gets in, and where one is in: password, codes of an app, passkeys, sessions. */
function Account({ isAlone = false }: { isAlone?: boolean }) {
  const [isChoosing, setIsChoosing] = useState(false)
  // What is missing comes first.
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
        <button type="button" className="btn btn-sm self-start" onClick={() => setIsChoosing(true)}>
          Cambiar contraseña
        </button>
      </AccountPart>
      {!isAlone && factors}
      <Sessions />
      {isChoosing && <OwnPassword onClose={() => setIsChoosing(false)} />}
    </div>
  )
}
