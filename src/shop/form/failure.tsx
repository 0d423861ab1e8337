import { Notice } from '../../ui/badge.tsx'

/** Why the last attempt failed, above the fields, where it stays. */
export const Failure = ({ title, text }: { title?: string; text: string }) =>
  text ? (
    <Notice tone="danger" role="alert" title={title}>
      {text}
    </Notice>
  ) : null
