import { Questions } from './Questions.tsx'
import { RegistrationForm } from './RegistrationForm.tsx'

export function FormViews() {
  return (
    <div className="flex flex-col gap-10">
      <RegistrationForm />
      <Questions />
    </div>
  )
}
