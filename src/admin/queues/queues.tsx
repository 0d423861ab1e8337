import { useParams } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { SectionNotFound } from '../shell/section-states.tsx'
import { DocumentQueue } from './document-queue.tsx'
import { MessageQueue } from './message-queue.tsx'
import { ReviewQueue } from './review-queue.tsx'
import { TransferQueue } from './transfer-queue.tsx'

const faces: Readonly<Record<string, ComponentType>> = {
  transfers: TransferQueue,
  documents: DocumentQueue,
  reviews: ReviewQueue,
  messages: MessageQueue,
}

export function Queues() {
  const { queue = '' } = useParams({ strict: false }) as { queue?: string }
  const Face = Object.hasOwn(faces, queue) ? faces[queue] : undefined
  return Face ? <Face /> : <SectionNotFound />
}
