import { useEffect, useState } from 'react'
import { readKept } from '../form/kept.ts'

export const signedUpKey = 'safar.signed-up'

/** The address that signed up in this tab and has not signed in since; '' without one, and until the page is alive. */
export function useSignedUpEmail(): string {
  const [email, setEmail] = useState('')
  useEffect(() => {
    const { email: kept } = readKept(signedUpKey)
    if (typeof kept === 'string') setEmail(kept)
  }, [])
  return email
}
