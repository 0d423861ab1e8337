// All components of src/ui on one page: ?theme=dark, ?dir=rtl.

import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SkipLink } from '../../src/ui/hidden.tsx'
import { ToastHost } from '../../src/ui/toast.tsx'
import { DataPart, FeedbackPart } from './feedback-part.tsx'
import { FormPart } from './form-part.tsx'
import './gallery.css'
import { ShopPart } from './shop-part.tsx'

const shown = new URLSearchParams(location.search)
const theme = shown.get('theme')
if (theme) document.documentElement.dataset.theme = theme
if (shown.get('dir') === 'rtl') {
  document.documentElement.dir = 'rtl'
  document.documentElement.lang = 'ar'
}

function Gallery() {
  return (
    <>
      <SkipLink label="Skip to content" />
      <ShopPart />
      <div className="mx-auto max-w-6xl space-y-12 p-4 md:p-8">
        <FormPart />
        <FeedbackPart />
        <DataPart />
      </div>
      <ToastHost label="Messages" closeLabel="Close message" />
    </>
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('no root')
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
)
