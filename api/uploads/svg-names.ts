/** Allowed names of https://svgwg.org/svg2-draft/ and Filter Effects. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const elements = words(`
  svg g defs symbol use title desc style
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop pattern clipPath mask marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence
`)

export const attributes = words(`
  id class style lang version viewBox preserveAspectRatio width height x y x1 x2 y1 y2 cx cy r rx ry fx fy fr d points
  pathLength transform gradientTransform gradientUnits patternTransform patternUnits patternContentUnits spreadMethod
  offset stop-color stop-opacity clipPathUnits maskUnits maskContentUnits mask-type
  markerWidth markerHeight markerUnits orient refX refY marker-start marker-mid marker-end marker
  fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule mask filter display visibility overflow
  paint-order vector-effect shape-rendering text-rendering image-rendering color-rendering color-interpolation
  color-interpolation-filters mix-blend-mode isolation enable-background transform-origin
  font-family font-size font-style font-weight font-stretch font-variant letter-spacing word-spacing text-anchor
  text-decoration dominant-baseline alignment-baseline baseline-shift writing-mode direction dx dy rotate textLength
  lengthAdjust startOffset method spacing side line-height
  filterUnits primitiveUnits in in2 result stdDeviation mode type values operator k1 k2 k3 k4 radius order
  kernelMatrix divisor bias targetX targetY edgeMode preserveAlpha surfaceScale diffuseConstant specularConstant
  specularExponent lighting-color flood-color flood-opacity scale xChannelSelector yChannelSelector azimuth elevation z
  pointsAtX pointsAtY pointsAtZ limitingConeAngle baseFrequency numOctaves seed stitchTiles tableValues slope
  intercept amplitude exponent
`)

export function isEditorMetadata(name: string): boolean {
  return metadataPrefixes.test(name) || metadataNames.has(name)
}

const metadataPrefixes = /^((sodipodi|inkscape|rdf|cc|dc|sketch|serif|figma|i|x|xmlns):|data-|aria-)/
const metadataNames = words('metadata role xml:space xml:lang baseProfile contentStyleType contentScriptType zoomAndPan')

export const cssFunctions = words(`
  rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy calc var min max
`)
