import { httpStatus } from '../calls/messages.ts'
import { SectionForm } from '../content/SectionForm.tsx'
import { FormattedField } from '../format/FormattedField.tsx'
import { FieldGroup } from '../forms/FieldGroup.tsx'
import { TextField } from '../forms/TextField.tsx'
import { ImageField } from '../uploads/ImageField.tsx'
import { VideoField } from '../uploads/VideoField.tsx'

export function About() {
  return (
    <SectionForm
      section="about"
      title='Contenido "¿De qué se trata?"'
      success={{ title: 'Éxito', text: 'Contenido "¿De qué se trata?" actualizado correctamente.' }}
      failure={(error) => ({ title: 'Error', text: `Error al actualizar el contenido: ${httpStatus(error)}` })}
    >
      {(input) => (
        <>
          <FieldGroup title="Textos">
            <TextField {...input('title')} required />
            <div className="grid gap-5 md:grid-cols-2">
              <FormattedField {...input('description1')} rows={6} required />
              <FormattedField {...input('description2')} rows={6} required />
            </div>
          </FieldGroup>
          <FieldGroup title="Imagen y video">
            <div className="grid gap-5 md:grid-cols-2">
              <div className="flex flex-col gap-5">
                <ImageField {...input('imageUrl')} kind="about-image" note="Opcional." />
                <TextField {...input('imageAlt')} hint="Qué muestra la imagen, para quien no la ve. Vacío si solo adorna." />
              </div>
              <VideoField
                {...input('videoUrl')}
                hint="Opcional. MP4, WebM o MOV, máximo 100 MB. Si tienes un AVI, conviértelo antes a MP4."
              />
            </div>
          </FieldGroup>
          <FieldGroup title="Estadísticas" hint="Dos números que se leen de un vistazo. Los vacíos no se muestran.">
            <div className="grid grid-cols-[minmax(5rem,1fr)_2fr] gap-x-3 gap-y-5 md:grid-cols-[1fr_2fr_1fr_2fr] md:gap-x-5">
              <TextField {...input('stat1Number')} />
              <TextField {...input('stat1Label')} />
              <TextField {...input('stat2Number')} />
              <TextField {...input('stat2Label')} />
            </div>
          </FieldGroup>
        </>
      )}
    </SectionForm>
  )
}
