/** Stands for `virtual:changelog`. */
export default '### Added\n\n- A page for administrators.';
