import { useState } from 'react'

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
