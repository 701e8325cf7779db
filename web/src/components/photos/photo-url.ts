/** Where an `<img>` finds a photo: the cookie of the session is enough there. */
export const photoUrl = (id: string, size: 'large' | 'small'): string => `/api/photos/${id}?size=${size}`;
