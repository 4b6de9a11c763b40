import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ReactCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { type Dimensions, type ImageKind, imageKinds, storedSize } from '../../data/image-kinds.ts'
import { firstRegion, fitInto, maximumZoom, pixelsOf, type Region, zoomOf, zoomTo } from './crop.ts'
import { cropToFile } from './crop-to-file.ts'
import { isReducedByServer } from './cropped.ts'
import './cropping.css'

type Props = {
  picture: ImageBitmap
  name: string
  kind: ImageKind
  turnIcon?: ReactNode
  /** The actions below the picture. `crop` throws if the browser cannot make the file. */
  children: (crop: () => Promise<File>) => ReactNode
}

export function Cropper({ picture: original, name, kind, turnIcon, children }: Props) {
  const { max } = imageKinds[kind]
  const [picture, setPicture] = useState(original)
  const [region, setRegion] = useState<Region>(() => firstRegion(kind, max, picture))
  const size = fitInto(storedSize(kind), pixelsOf(region, picture))
  const isSharp = size.width > max.width || size.height > max.height

  async function turn() {
    const turned = await quarterTurn(picture)
    setPicture(turned)
    setRegion(firstRegion(kind, max, turned))
  }

  return (
    <>
      <p className="text-sm">
        Elige la parte que se usa: se reduce sola. Mueve el marco y sus esquinas.{' '}
        <span className="pointer-coarse:hidden">También con las flechas del teclado; con Mayús, más rápido.</span>
      </p>
      <div className="crop-ground">
        <ReactCrop
          crop={{ unit: '%', ...region }}
          onChange={(_, { x, y, width, height }) => setRegion({ x, y, width, height })}
          keepSelection
          minWidth={16}
          minHeight={16}
          ariaLabels={spokenNames}
        >
          <Picture picture={picture} />
        </ReactCrop>
      </div>
      <label className="flex flex-col gap-1 text-sm font-semibold">
        Acercar
        {/* Without `form=""`, the Enter key would submit the form around the dialog. */}
        <input
          form=""
          type="range"
          className="range range-primary w-full"
          min={1}
          max={maximumZoom}
          step={0.1}
          value={zoomOf(region)}
          onChange={({ target }) => setRegion(zoomTo(region, Number(target.value)))}
        />
      </label>
      <button type="button" className="btn btn-sm self-start" onClick={() => void turn()}>
        {turnIcon}
        Girar
      </button>
      <div className="flex flex-wrap items-center gap-4">
        <Result picture={picture} region={region} size={size} />
        <p className="min-w-0 flex-1 basis-40 text-sm" role="status">
          Así se verá: quedará de {size.width}×{size.height} px{isReducedByServer(kind) && ', sin el margen vacío'}
          {isSharp && ', hasta el doble del máximo para verse nítida en toda pantalla'}.
        </p>
      </div>
      {children(() => cropToFile(picture, region, kind, name))}
    </>
  )
}

const spokenNames = {
  cropArea: 'Marco del recorte: se mueve con las flechas',
  nwDragHandle: 'Esquina superior izquierda',
  nDragHandle: 'Borde superior',
  neDragHandle: 'Esquina superior derecha',
  eDragHandle: 'Borde derecho',
  seDragHandle: 'Esquina inferior derecha',
  sDragHandle: 'Borde inferior',
  swDragHandle: 'Esquina inferior izquierda',
  wDragHandle: 'Borde izquierdo',
}

async function quarterTurn(picture: ImageBitmap): Promise<ImageBitmap> {
  const canvas = Object.assign(document.createElement('canvas'), { width: picture.height, height: picture.width })
  const context = canvas.getContext('2d')
  context?.translate(picture.height, 0)
  context?.rotate(Math.PI / 2)
  context?.drawImage(picture, 0, 0)
  return createImageBitmap(canvas)
}

function Picture({ picture }: { picture: ImageBitmap }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { width, height } = fitInto({ width: 1200, height: 1200 }, picture)
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  }, [picture, width, height])
  return <canvas ref={canvas} width={width} height={height} className="crop-picture" />
}

function Result({ picture, region, size }: { picture: ImageBitmap; region: Region; size: Dimensions }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { x, y, width, height } = pixelsOf(region, picture)
    const context = canvas.current?.getContext('2d')
    context?.clearRect(0, 0, size.width, size.height)
    context?.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height)
  }, [picture, region, size.width, size.height])
  return <canvas ref={canvas} {...size} className="crop-result" role="img" aria-label="Así se verá" />
}
