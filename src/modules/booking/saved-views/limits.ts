export const maxViewName = 60
export const maxOwnViews = 50
