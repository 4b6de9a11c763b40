'use client'
import { useLivePreview } from '@payloadcms/live-preview-react'
import { Content } from '../content.js'

export function Preview({ page, ...lists }) {
  const serverURL = typeof location === 'undefined' ? '' : location.origin
  const { data } = useLivePreview({ initialData: page, serverURL, depth: 1 })
  return <Content page={data} {...lists} />
}
