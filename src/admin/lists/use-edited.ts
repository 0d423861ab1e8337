import { useState } from 'react'

/** What an editor's dialog holds until it is saved: the fields, whether they differ, and what is wrong with them. */
export function useEdited<Form extends object>(start: Form) {
  const [opened] = useState(start)
  const [form, setForm] = useState(opened)
  const [wrong, setWrong] = useState<Readonly<Record<string, string>>>({})
  return {
    form,
    change: (next: Partial<Form>) => setForm({ ...form, ...next }),
    isChanged: JSON.stringify(form) !== JSON.stringify(opened),
    wrong,
    setWrong,
  }
}
