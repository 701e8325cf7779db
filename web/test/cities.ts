import { citiesAsText } from '../build/cities';

/** What `virtual:cities` has. */
export default citiesAsText();
