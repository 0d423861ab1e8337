import { Notice } from '../../ui/badge.tsx'

export const Failure = ({ title, text }: { title?: string; text: string }) =>
  text ? (
    <Notice tone="danger" role="alert" title={title}>
      {text}
    </Notice>
  ) : null
