import type { Control } from 'react-hook-form'
import type { Places } from '../../../data/content/places.ts'
import type { Inputs } from '../content/inputs.ts'
import { LimitField } from '../forms/LimitField.tsx'
import { Folded } from './Folded.tsx'
import { NumbersField } from './NumbersField.tsx'

type Props = { input: Inputs<Places>; control: Control<Places> }

export function AskFields({ input, control }: Props) {
  return (
    <Folded
      title="Preguntar quién viene"
      hint="Un correo pregunta «Voy» o «Libero mi lugar» a quienes tienen lugar y todavía no confirman. Solo si el sitio envía correos."
      control={control}
      names={['askDays', 'confirmBy']}
    >
      <div className="grid items-start gap-5 md:grid-cols-2">
        <NumbersField {...input('askDays')} hint="Por ejemplo: 7, 2. Si lo dejas vacío, no se pregunta." />
        <LimitField
          {...input('confirmBy')}
          hint="Desde entonces, el lugar de quien no contestó pasa a quien espera. Si nadie espera, nadie pierde su lugar. Si lo dejas vacío, nadie lo pierde."
        />
      </div>
    </Folded>
  )
}
