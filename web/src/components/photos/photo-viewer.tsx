import { t } from '@lingui/core/macro';
import Lightbox, { type SlideImage } from 'yet-another-react-lightbox';
import Captions from 'yet-another-react-lightbox/plugins/captions';
import Counter from 'yet-another-react-lightbox/plugins/counter';
import Zoom from 'yet-another-react-lightbox/plugins/zoom';
import 'yet-another-react-lightbox/styles.css';
import 'yet-another-react-lightbox/plugins/captions.css';
import 'yet-another-react-lightbox/plugins/counter.css';
import styles from './photos.module.css';

interface PhotoViewerProps {
  slides: SlideImage[];
  /** Which one is shown. */
  index: number;
  onView: (index: number) => void;
  onClose: () => void;
}

/** The most lines of a description. On a phone, the longest has about as many. */
const LINES_MAX = 14;

/** Photos full screen: by keys, by swipes, and larger. */
export default function PhotoViewer({ slides, index, onView, onClose }: PhotoViewerProps) {
  return (
    <Lightbox
      open
      className={styles.viewer}
      close={onClose}
      slides={slides}
      index={index}
      // It goes back to `index` whenever it is given other slides.
      on={{ view: (view) => onView(view.index) }}
      plugins={[Captions, Counter, Zoom]}
      captions={{ descriptionMaxLines: LINES_MAX }}
      carousel={{ finite: true, padding: 0 }}
      controller={{ closeOnPullDown: true, closeOnBackdropClick: true }}
      labels={{
        Previous: t`Previous photo`,
        Next: t`Next photo`,
        Close: t`Close`,
        Lightbox: t`Photos`,
        'Photo gallery': t`Photos`,
        'Zoom in': t`Zoom in`,
        'Zoom out': t`Zoom out`,
      }}
      render={slides.length > 1 ? {} : { buttonPrev: () => null, buttonNext: () => null }}
    />
  );
}
