import type { Control } from 'react-hook-form'
import type { Places } from '../../../data/content/places.ts'
import type { Inputs } from '../content/inputs.ts'
import { LimitField } from '../forms/LimitField.tsx'
import { Folded } from './Folded.tsx'

type Props = { input: Inputs<Places>; control: Control<Places> }

export function TransferFields({ input, control }: Props) {
  return (
    <Folded
      title="Pasar el lugar a otra persona"
      hint="Quien tiene lugar lo ofrece en su página, y la otra persona lo acepta por correo en 48 horas. Mientras tanto el lugar no cambia de manos. Solo si el sitio envía correos."
      control={control}
      names={['transferUntil']}
    >
      <LimitField {...input('transferUntil')} hint="0: hasta que empiece. Si lo dejas vacío, nadie puede pasar su lugar." />
    </Folded>
  )
}
