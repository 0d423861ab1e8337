import { registerCleanups } from './after-file.ts'
import { knowSearchElements } from './search-element.ts'

registerCleanups()
if (typeof document !== 'undefined') knowSearchElements()
